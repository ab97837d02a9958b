"""Topics, the first page, and the server. Start it with `streamlit run app.py`."""

import streamlit as st

if __name__ == "__main__":  # Streamlit draws the page.
    from pages.parts.topics import head
    from pages.shared.frame import open_page

    request = open_page("Topics", sweeps=True)
    top = head.show_head(request)

    from pages.parts.topics import saved, topics
    from pages.shared.state import cached
    from pages.shared.state.workspace import open_workspace
    from pages.shared.work.progress import preview_topics, show_runs
    from pages.shared.work.tasks import cancel_superseded_run, compile_ahead

    head.show_edits(request)  # also where they are why there are no topics
    workspace = open_workspace(request, top.part)
    head.show_left_out(workspace.corpus)
    head.show_title(top.title, request, cached.subject(workspace.corpus))
    cancel_superseded_run(workspace.run)
    preview = None if topics.has_topics(workspace) else preview_topics
    jobs, ended = show_runs([workspace.run], preview, again=request.run_pressed)
    topics.show_topics(workspace, top, jobs, ended=ended)
    saved.show_saved(workspace)
    compile_ahead()
else:  # The server starts.
    from pages.parts.topics.beginning import lifespan
    from pages.shared.opened import routes

    app = st.App(__file__, lifespan=lifespan, routes=routes())
