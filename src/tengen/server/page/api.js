// @ts-check
/** Requests to the server. */

import { fill, REQUEST } from "./sentences.js";

/** A request that failed. Its message is a sentence for the user. */
export class RequestError extends Error {}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export async function request(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new RequestError(REQUEST.unreachable);
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => null);
  throw new RequestError(problem?.says ?? fill(REQUEST.failed, response));
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function requestJson(path, options) {
  return (await request(path, options)).json();
}

/** Options to post data as JSON. @param {unknown} data @returns {RequestInit} */
export function jsonPost(data) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
}

/** Copy a text to the clipboard, and return whether it worked. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The clipboard's own interface needs https. @param {string} text */
function copySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  const top = document.querySelector("dialog[open]") ?? document.body;
  top.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}
