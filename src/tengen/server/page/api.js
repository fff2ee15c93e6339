// @ts-check
/** Questions to the server. What goes wrong is a sentence for people. */

export class Trouble extends Error {}

const SILENT = "Can't reach the server. Check your connection.";

/**
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export async function send(path, how) {
  const response = await fetch(path, how).catch(() => {
    throw new Trouble(SILENT);
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => null);
  throw new Trouble(sentence(problem?.says ?? `the server answered ${response.status}`));
}

/** With a capital, and with a full stop. @param {string} text */
function sentence(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.?]$/.test(text) ? "" : ".");
}

/** @param {string} path @param {RequestInit} [how] @returns {Promise<any>} */
export async function ask(path, how) {
  return (await send(path, how)).json();
}

/** Send data as JSON. @param {unknown} data @returns {RequestInit} */
export function posting(data) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
}

/** Have the browser keep a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Put a text where it can be pasted from; whether that was possible. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** As it is done where the page did not come over a secure line. @param {string} text */
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  const top = document.querySelector("dialog[open]") ?? document.body;
  top.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}
