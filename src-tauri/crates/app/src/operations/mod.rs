//! The operations, one file a family: each is what a front asks for, made of what lies below.

mod artifacts;
mod conversations;
mod corrections;
mod hand_over;
mod meant;
mod models;
mod plan;
mod plan_again;
mod plan_tool;
mod plan_without;
mod previews;
mod read_again;
mod recipe;
mod recipes;
mod regions;
mod run;
mod save_all;
mod segmentation;
mod servers;
mod settings;
mod start;
mod taking_back;
mod tool_servers;
