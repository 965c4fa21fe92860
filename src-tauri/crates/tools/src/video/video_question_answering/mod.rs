//! `video_question_answering`: what a question about a video is answered with.

mod asked;
mod model;

use crate::Registered;

inventory::submit!(Registered(&model::VideoQuestionAnswering));
