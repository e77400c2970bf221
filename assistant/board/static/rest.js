// Whether the page is at rest: every answer and picture has come, and the last frame is drawn.

let underWay = 0;

/** Something begins; call what is returned when it has ended. */
export function begun() {
  let open = true;
  underWay += 1;
  delete document.body.dataset.rest;
  return () => {
    if (!open) return;
    open = false;
    underWay -= 1;
    if (!underWay) setTimeout(settle);
  };
}

/** Not at rest until the work has ended, well or not. */
export async function during(work) {
  const ended = begun();
  try {
    return await work;
  } finally {
    ended();
  }
}

/** What follows upon an end begins before this runs, so that no pause in between looks like rest. */
function settle() {
  if (!underWay) document.body.dataset.rest = "";
}
