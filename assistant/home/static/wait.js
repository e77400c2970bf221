// A tab that waits until its command serves a page, and goes there; a command that failed is told.

import { straight } from "/shared/dom.js";

const SOON = 200;

async function look() {
  const number = Number(location.hash.slice(1));
  if (number) {
    try {
      const { jobs } = await (await fetch("../api/jobs")).json();
      const job = jobs.find((one) => one.number === number);
      if (job?.address) {
        location.replace(job.address);
        return;
      }
      if (!job || job.status !== null) {
        document.getElementById("told").textContent = straight(job?.lines.join("\n") ?? "");
        return;
      }
    } catch {
      return;
    }
  }
  setTimeout(look, SOON);
}

look();
