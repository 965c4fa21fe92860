//! Tools and requests out of verbs, things and services, the same each time.

use patchbay_connections::retrieval::Described;

use crate::figures::Case;

/// Verbs of tools: in the tool's name, in its description, and in a person's words.
const VERBS: [(&str, &str, &str); 20] = [
    ("list", "Lists", "show me"),
    ("get", "Retrieves", "look up"),
    ("create", "Creates", "set up"),
    ("update", "Updates", "change"),
    ("delete", "Deletes", "get rid of"),
    ("export", "Exports", "save a copy of"),
    ("import", "Imports", "bring in"),
    ("archive", "Archives", "put away"),
    ("share", "Shares", "let others see"),
    ("rename", "Renames", "give another name to"),
    ("merge", "Merges", "combine"),
    ("validate", "Validates", "check"),
    ("schedule", "Schedules", "plan"),
    ("approve", "Approves", "sign off"),
    ("compare", "Compares", "show the difference between"),
    ("translate", "Translates", "put into Spanish"),
    ("summarize", "Summarizes", "sum up"),
    ("subscribe", "Subscribes to", "keep me informed of"),
    ("restore", "Restores", "bring back"),
    ("tag", "Tags", "label"),
];

const THINGS: [&str; 40] = [
    "invoice",
    "purchase order",
    "shipping label",
    "customer contact",
    "support ticket",
    "calendar event",
    "employee record",
    "payroll run",
    "expense claim",
    "sales lead",
    "contract",
    "bank transfer",
    "tax return",
    "stock item",
    "warehouse shelf",
    "delivery route",
    "lab sample",
    "patient visit",
    "prescription",
    "vaccination",
    "exam grade",
    "course enrolment",
    "homework",
    "library loan",
    "hotel booking",
    "flight seat",
    "rental car",
    "restaurant table",
    "recipe",
    "grocery basket",
    "workout",
    "sleep log",
    "playlist",
    "podcast episode",
    "photo album",
    "floor plan",
    "sensor reading",
    "firmware build",
    "server certificate",
    "database backup",
];

const SERVICES: [&str; 20] = [
    "Northwind",
    "Bluefin",
    "Cedar",
    "Quarry",
    "Lantern",
    "Juniper",
    "Meadow",
    "Harbour",
    "Summit",
    "Orchard",
    "Falcon",
    "Granite",
    "Willow",
    "Ember",
    "Tundra",
    "Saffron",
    "Cobalt",
    "Marble",
    "Thistle",
    "Osprey",
];

/// Which ones: the end of the name, how it is described, how a person puts it.
const WAYS: [(&str, &str, &str); 5] = [
    ("", "by its number", "whose number I have"),
    ("_by_owner", "of one owner", "that belongs to Kim"),
    (
        "_in_bulk",
        "for many entries at once",
        "and all others like it in one go",
    ),
    ("_for_month", "of a given month", "from last month"),
    (
        "_with_history",
        "with all earlier versions",
        "including its earlier versions",
    ),
];

/// At most 80,000 tools, and a request for every two-hundredth of them.
pub(crate) fn tools(count: usize) -> (Vec<Described>, Vec<Case>) {
    let kinds = VERBS.len() * THINGS.len() * SERVICES.len() * WAYS.len();
    // A step without a common divisor visits all combinations in a mixed order.
    let step = 7_919;
    let mut tools = Vec::with_capacity(count);
    let mut cases = Vec::new();
    for position in 0..count.min(kinds) {
        let mut number = position * step % kinds;
        let mut digit = |base: usize| {
            let digit = number % base;
            number /= base;
            digit
        };
        let (verb, does, asked) = VERBS[digit(VERBS.len())];
        let thing = THINGS[digit(THINGS.len())];
        let service = SERVICES[digit(SERVICES.len())];
        let (suffix, way, put) = WAYS[digit(WAYS.len())];
        let name = format!(
            "{}_{verb}_{}{suffix}",
            service.to_lowercase(),
            thing.replace(' ', "_")
        );
        if position % 200 == 0 {
            let request = format!("Could you {asked} the {thing} {put}, kept in {service}?");
            cases.push(Case {
                request,
                needed: vec![name.clone()],
            });
        }
        tools.push(Described {
            id: name.clone(),
            server: service.to_owned(),
            server_description: format!("Connects {service} to assistants."),
            name,
            description: format!("{does} a {thing} {way}."),
            inputs: vec![format!(
                "{}_id The {thing} to work on",
                thing.replace(' ', "_")
            )],
        });
    }
    (tools, cases)
}
