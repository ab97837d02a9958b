// The menu of a word, below it: a button for each action, which closes it.
function showMenu(menu, actions, { left, bottom }, act) {
  const before = document.activeElement;
  menu.replaceChildren(...actions.map(([what, label]) => {
    const action = document.createElement("button");
    action.setAttribute("role", "menuitem");
    action.textContent = label;
    action.onclick = () => {
      // Not left to the browser: Streamlit would take that for a screen reader's doing,
      // and not give the focus to the dialog that is opened.
      before.focus({ preventScroll: true });
      menu.hidePopover();
      act(what);
    };
    return action;
  }));
  menu.showPopover();
  const right = innerWidth - menu.offsetWidth - 8;
  menu.style.left = `${Math.max(0, Math.min(left, right))}px`;
  menu.style.top = `${Math.min(bottom + 2, innerHeight - menu.offsetHeight - 8)}px`;
  menu.firstChild.focus({ preventScroll: true });
}
