"""The steps that methods share: sketch, net, matching, ascent."""
