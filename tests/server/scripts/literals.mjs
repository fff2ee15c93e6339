/** Finds texts for users among the literals of a script. */

/** @typedef {{type: "name" | "text" | "sign" | "other", value: string, line: number}} Token */
/** @typedef {{open: string, callee: string, key: string, at: number}} Bracket */

/** Two words, or a word and a value, with a space between them. `\0` stands for a value in a template. */
const TWO_WORDS = /\p{L}{2,}[.,:;!?)]* \(?(?:\p{L}{2}|\0)|\0[.,:;!?)]* \(?\p{L}{2}/u;
const LETTER = /\p{L}/u;

/** Attributes, properties and functions whose texts users see or hear: one word is enough. */
const SEEN_KEYS = ["aria-label", "aria-valuetext", "alt", "label", "placeholder", "title"];
const SEEN_PROPERTIES = ["textContent", "title"];
const SEEN_CALLS = ["announce", "announceNow", "notify", "makeDialog", "selection"];
const ELEMENT_CALLS = ["el", "svg"];

/** Texts with spaces that users do not see: class lists, selectors, errors for developers. */
const CLASS_KEYS = ["class"];
const CLASS_PROPERTIES = ["className"];
const CLASS_CALLS = ["placed"];
const SELECTOR_CALLS = ["querySelector", "querySelectorAll", "closest", "matchMedia"];
const ERROR_CALLS = ["Error", "log", "warn", "error"];
const HIDDEN_CALLS = [...CLASS_CALLS, ...SELECTOR_CALLS, ...ERROR_CALLS];

const PATTERNS = /** @type {const} */ ([
  ["space", /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ["text", /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
  ["name", /[\p{L}\p{N}_$#]+/uy],
  ["sign", /[=!]==|=>|\?\.|\.\.\.|[^\s]/y],
]);
const REGULAR = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/y;

/**
 * The tokens of a script. Values within templates come after the text of the template.
 * @param {string} source
 * @returns {Token[]}
 */
function tokensOf(source) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  const add = (/** @type {Token["type"]} */ type, /** @type {string} */ value) =>
    tokens.push({ type, value, line: source.slice(0, at).split("\n").length });
  while (at < source.length) {
    if (source[at] === "`") {
      const { text, values, end } = readTemplate(source, at);
      add("text", text);
      add("sign", "`");
      for (const value of values) tokens.push(...tokensOf(value).map((token) => ({ ...token, line: 0 })));
      add("sign", "}");
      at = end;
      continue;
    }
    const isRegular = source[at] === "/" && !isComment(source, at) && !endsValue(tokens.at(-1));
    const [type, found] = isRegular ? ["other", match(REGULAR, source, at)] : nextToken(source, at);
    if (type === "text") add(type, found.slice(1, -1));
    else if (type !== "space") add(/** @type {Token["type"]} */ (type), found);
    at += found.length;
  }
  return tokens;
}

/** @param {string} source @param {number} at */
const isComment = (source, at) => "/*".includes(source[at + 1]);

/** Whether a slash after this token divides. @param {Token | undefined} token */
const endsValue = (token) =>
  token !== undefined && (token.type !== "sign" ? token.value !== "return" : ")]}".includes(token.value));

/** @param {RegExp} pattern @param {string} source @param {number} at */
function match(pattern, source, at) {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? "";
}

/** @param {string} source @param {number} at */
function nextToken(source, at) {
  for (const [type, pattern] of PATTERNS) {
    const found = match(pattern, source, at);
    if (found) return [type, found];
  }
  throw new Error(`cannot read ${source.slice(at, at + 20)}`);
}

/** The text of a template with `\0` for each value, and the values. @param {string} source @param {number} start */
function readTemplate(source, start) {
  const values = [];
  let [text, at] = ["", start + 1];
  while (source[at] !== "`") {
    if (source[at] === "\\") text += source[++at];
    else if (source[at] === "$" && source[at + 1] === "{") {
      const end = endOfValue(source, at + 2);
      values.push(source.slice(at + 2, end));
      text += "\0";
      at = end;
    } else text += source[at];
    at++;
  }
  return { text, values, end: at + 1 };
}

/** The place of the brace that closes a value. @param {string} source @param {number} at @returns {number} */
function endOfValue(source, at) {
  for (let depth = 0; ; at++) {
    if (source[at] === "`") at = readTemplate(source, at).end - 1;
    else if (source[at] === '"') at += match(PATTERNS[1][1], source, at).length - 1;
    else if (source[at] === "{") depth++;
    else if (source[at] === "}" && depth-- === 0) return at;
  }
}

/**
 * The texts for users in a script, with their lines.
 * @param {string} source
 * @param {Set<string>} [codes] texts of messages, which users do not see
 */
export function visibleTexts(source, codes = new Set()) {
  const tokens = tokensOf(source);
  /** @type {Bracket[]} */
  const brackets = [];
  const found = [];
  for (const [index, token] of tokens.entries()) {
    const top = brackets.at(-1);
    if (token.type === "sign") follow(brackets, tokens, index);
    else if (token.type === "text" && !codes.has(token.value) && isVisible(tokens, index, brackets, top))
      found.push(`${token.line}: ${token.value.replaceAll("\0", "…")}`);
  }
  return found;
}

/** Keep track of brackets, arguments and keys. @param {Bracket[]} brackets @param {Token[]} tokens @param {number} index */
function follow(brackets, tokens, index) {
  const [{ value }, before, earlier] = [tokens[index], tokens[index - 1], tokens[index - 2]];
  const top = brackets.at(-1);
  if (["(", "[", "{", "`"].includes(value)) {
    const called = before?.value === "?." ? earlier : before;
    const callee = value === "(" && called?.type === "name" ? called.value : "";
    brackets.push({ open: value, callee, key: "", at: 0 });
  } else if ([")", "]", "}"].includes(value)) brackets.pop();
  else if (value === "," && top) Object.assign(top, { at: top.at + 1, key: "" });
  else if (value === ":" && top?.open === "{" && ["{", ","].includes(earlier?.value)) top.key = before.value;
}

/** @param {Token[]} tokens @param {number} index @param {Bracket[]} brackets @param {Bracket | undefined} top */
function isVisible(tokens, index, brackets, top) {
  const { value } = tokens[index];
  const [before, after] = [tokens[index - 1]?.value ?? "", tokens[index + 1]?.value ?? ""];
  const isKey = after === ":" && ["{", ","].includes(before);
  const isCompared = [before, after].some((sign) => sign === "===" || sign === "!==") || before === "case";
  if (isKey || isCompared || before === "from" || before === "import") return false;
  const assigned = before === "=" && tokens[index - 3]?.value === "." ? tokens[index - 2].value : "";
  const { callee = "", key = "" } = brackets.findLast((bracket) => bracket.callee || bracket.key) ?? {};
  const isHidden = HIDDEN_CALLS.includes(callee) || CLASS_KEYS.includes(key) || CLASS_PROPERTIES.includes(assigned);
  if (isHidden) return false;
  const isChild = ELEMENT_CALLS.includes(top?.callee ?? "") && (top?.at ?? 0) >= 2;
  const isArgument = SEEN_CALLS.includes(top?.callee ?? "") && top?.at === 0;
  const isSeen = isChild || isArgument || SEEN_KEYS.includes(key) || SEEN_PROPERTIES.includes(assigned);
  return TWO_WORDS.test(value) || (isSeen && LETTER.test(value));
}
