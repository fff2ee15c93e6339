// @ts-check
/** Hands a file from another page to the analysis board. */

const KEY = "tengen.import";
const LARGEST = 2 << 20;

/**
 * Store a file and go to the analysis board.
 * @param {File} file
 * @returns {Promise<"" | "too-large" | "no-storage">} why it was not possible
 */
export async function openInAnalysis(file) {
  if (file.size > LARGEST) return "too-large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 1 << 15) text += String.fromCharCode(...bytes.subarray(at, at + (1 << 15)));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name: file.name, data: btoa(text) }));
  } catch {
    return "no-storage";
  }
  location.href = "/analysis";
  return "";
}

/** Return the stored file, if there is one, and remove it. */
export function takeFile() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (!stored) return null;
    return new File([Uint8Array.from(atob(stored.data), (sign) => sign.charCodeAt(0))], stored.name);
  } catch {
    return null;
  }
}
