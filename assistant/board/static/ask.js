// Questions to the page's own server.

import { during } from "./rest.js";
import { currentLanguage } from "./words.js";

/** Whether somebody answers; in the page as one file nobody does. */
export const ANSWERED = true;

export const ICON = "/static/icon.svg";

export class AnswerError extends Error {}

export const counterAddress = (key) => `counter/${key}.png`;

/** A tile of a map: `map` is what the board tells of it. */
export async function tileAt(map, size, column, row) {
  const answer = await fetch(`${map}/${size}-${column}-${row}.jpg`);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? answer.statusText);
  return answer.blob();
}

export function ask(path, words = {}) {
  return during(answered(path, words));
}

async function answered(path, words) {
  const given = Object.entries({ ...words, language: currentLanguage() }).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const response = await fetch(`api/${path}?${new URLSearchParams(given)}`);
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new AnswerError(answer.error ?? response.statusText);
  return answer;
}

/** Calls back with each version of the state, and before it with the battles that its news tell of; tells when the connection is lost and found again. */
export function listen(onVersion, onBattles, onLost) {
  const stream = new EventSource("api/events");
  stream.addEventListener("battle", (event) => onBattles(JSON.parse(event.data)[currentLanguage()] ?? []));
  stream.onmessage = (event) => onVersion(Number(event.data));
  stream.onerror = () => onLost();
  return stream;
}
