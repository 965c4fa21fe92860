//! Tools as local models do them: one file for each tool, found by themselves. Where its model is on this computer, such an
//! implementation is taken rather than what is built in; the planner does not notice.

automod::dir!("src/with_model");
