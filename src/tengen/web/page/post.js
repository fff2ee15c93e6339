// @ts-check
/** Requests to the server; whatever goes wrong is a sentence. */

const LOST = "The server cannot be reached. Try again.";

/**
 * @template {object} T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<{problem: string} | ({problem?: undefined} & T)>}
 */
export async function post(path, body) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * @template {object} T
 * @param {string} path
 * @returns {Promise<{problem: string} | ({problem?: undefined} & T)>}
 */
export async function get(path) {
  return request(path, {});
}

/** @param {string} path @param {RequestInit} how @returns {Promise<any>} */
async function request(path, how) {
  try {
    const response = await fetch(path, { ...how, credentials: "same-origin" });
    const answer = await response.json();
    return response.ok ? answer : { problem: answer.says ?? LOST };
  } catch {
    return { problem: LOST };
  }
}
