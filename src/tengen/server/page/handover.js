// @ts-check
/** A file on its way from one page to the analysis board. */

const KEY = "tengen.import";
const LARGEST = 2 << 20;

/** Keep a file for the analysis board and go there; a sentence if that cannot be. @param {File} file */
export async function handOver(file) {
  if (file.size > LARGEST) return "That file is larger than 2 MB.";
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 1 << 15) text += String.fromCharCode(...bytes.subarray(at, at + (1 << 15)));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name: file.name, data: btoa(text) }));
  } catch {
    return "This browser keeps nothing. Open the file on the analysis board instead.";
  }
  location.href = "/analysis";
  return "";
}

/** The file that was handed over, if there is one; it is there once. */
export function takeOver() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (!kept) return null;
    return new File([Uint8Array.from(atob(kept.data), (sign) => sign.charCodeAt(0))], kept.name);
  } catch {
    return null;
  }
}
