// @ts-check
/** Texts of the settings and of the help with keys, loaded when they are opened. */

export const SETTINGS = {
  title: "Settings",
  keys: "Keys",
  pieces: { label: "Pieces", options: { stones: "Stones", marks: "X and O" } },
  theme: { label: "Colours", options: { system: "As the system", light: "Light", dark: "Dark" } },
  confirm: { label: "Confirm moves", options: { auto: "On touch screens", always: "Always", never: "Never" } },
  numbers: "Numbers on stones",
  coordinates: "Coordinates",
  sound: "Sound",
};

/** The keys of each page, and what they do. @type {Record<"game" | "analysis" | "puzzles", [string[], string][]>} */
export const KEYS = {
  game: [
    [["h8", "Enter"], "place a stone on H8, from anywhere on the page"],
    [["Tab"], "go to the board; arrow keys move from point to point, with Shift five at a time"],
    [["Enter"], "place a stone on the focused point, or confirm the pending stone"],
    [["Esc"], "cancel the pending stone, or what was typed"],
    [["←", "→"], "one move back or forward; Home and End: the start, the present"],
    [["l"], "read out the last move"],
    [["c"], "read out the clocks and whose turn it is"],
    [["z"], "show or hide the zone, in games that have it: the points where an answer of White matters"],
    [["?"], "show this help"],
  ],
  analysis: [
    [["←", "→"], "one move back or forward"],
    [["Home", "End"], "go to the start or the end of the line"],
    [["↑", "↓"], "go to another move in place of this one"],
    [["Space"], "turn the engine on or off"],
    [["h", "8", "Enter"], "place a stone on a point"],
    [["Tab"], "go to the board; arrow keys move from point to point, Enter places a stone"],
    [["Delete"], "delete this move and what follows"],
    [["Ctrl", "V"], "paste moves, a position, a drawing or a record"],
    [["?"], "show these keys"],
  ],
  puzzles: [
    [["h", "8", "Enter"], "try a point"],
    [["Tab"], "go to the board; arrow keys move from point to point, Enter places a stone"],
    [["h"], "show a hint"],
    [["s"], "show the solution"],
    [["r"], "start again"],
    [["n"], "go to the next puzzle"],
    [["?"], "show these keys"],
  ],
};
