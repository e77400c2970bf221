// The colours of the results of combat, as the printed table has them.

const PLAIN = "#8b93a1"; // a result that the table gives no colour

export const tintOf = (board, result) => board.results.find(({ id }) => id === result)?.tint || PLAIN;

/** Black or white, whichever is read better on a colour written #rrggbb. */
export function inkOn(colour) {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** Results and chances in the order of the table, the attacker's best first; others by chance. */
export function ordered(chances, board) {
  const rank = (result) => board.results.findIndex(({ id }) => id === result);
  return Object.entries(chances).sort(([one, chance], [other, more]) => rank(other) - rank(one) || more - chance);
}

/** The result in the middle of all chances: as many are better for the attacker as are worse. */
export function middling(chances, board) {
  let sum = 0;
  return ordered(chances, board).find(([, chance]) => (sum += chance) >= 0.5)?.[0] ?? "";
}
