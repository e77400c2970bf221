// The plan of a turn: its battles, what they promise, the best that was found, plans that were kept.

import { el } from "../dom.js";
import { supplyTone } from "../layers.js";
import { called, currentLanguage, nameOf, percent, say } from "../words.js";
import { strip } from "./chances.js";
import { column, heading, list, placeName, quiet } from "./parts.js";

const MEASURES = ["balance", "kills", "hexes", "wiped", "least-risk"];
const figure = (value) => (Math.round(value * 10) / 10).toLocaleString(currentLanguage());

export function plan(context) {
  const { scene, board, plan: battles, best } = context;
  const parts = [heading("plan")];
  if (!battles.length) parts.push(quiet(say("planHow")));
  const twice = context.usedTwice(battles);
  for (const id of twice) parts.push(el("p", { class: "alert" }, say("usedTwice", name(id, context))));
  parts.push(list(battles.map((battle, index) => battleRow(battle, index, context))));
  if (battles.length)
    parts.push(el("p", { class: "sum", id: "plan-sum" }, sumWords(context.sumOf(battles))), quiet(say("leastLosses")));
  if (!context.answered) return parts;
  if (battles.length) parts.push(keeping(context));
  if (!scene.open && (battles.length || scene.tried.changes.some(({ kind }) => kind === "moved")))
    parts.push(
      el(
        "button",
        {
          id: "plan-log",
          onclick: () => context.saveLog(battles.map((battle, index) => lineOf(battle, index, context))),
        },
        say("planLog"),
      ),
    );
  parts.push(...kept(context), asking(context));
  if (best?.busy) parts.push(quiet(say("planning")));
  if (best?.error) parts.push(el("p", { class: "alert" }, best.error));
  if (best?.battles) parts.push(...found(context));
  return parts;
}

const name = (id, { byId, board }) => nameOf(byId.get(id) ?? { counter: id, name: board.counters[id]?.[1] ?? id });

/** A battle of the plan in a line of VASSAL's chat. */
function lineOf(battle, index, context) {
  const told = context.outlookOf(battle);
  return `${index + 1}. ${placeName(context.board, battle.target)}: ${battle.from.map((id) => name(id, context)).join(", ")}${told?.possible ? ` (${column(told.column)})` : ""}`;
}

const sumWords = ({ kills, losses, taken }) => say("sum", figure(kills), figure(losses), figure(taken));

function battleRow(battle, index, context) {
  const { board, byId } = context;
  const told = context.outlookOf(battle);
  const gone = battle.from.filter((id) => !byId.has(id)),
    hungry = battle.from.filter((id) => supplyTone(byId.get(id)?.supply) === "bad");
  return el(
    "div",
    { class: "planned" },
    el(
      "button",
      { class: "row attack", onclick: () => context.pickPlanned(battle) },
      el("span", { class: "tag" }, String(index + 1)),
      el("strong", { class: "grow" }, placeName(board, battle.target)),
      el("span", { class: "rule" }, told?.possible ? column(told.column) : told ? say("notPossible") : "…"),
      el("span", { class: "names quiet" }, battle.from.map((id) => name(id, context)).join(", ")),
      told?.possible ? strip(told.chances, board) : undefined,
      told?.outlook
        ? el(
            "span",
            { class: "names" },
            say("promise", figure(told.outlook.kills), figure(told.outlook.losses), percent(told.outlook.taken)),
          )
        : undefined,
    ),
    context.answered
      ? el(
          "button",
          {
            class: "back",
            "aria-label": say("takeOut", placeName(board, battle.target)),
            title: say("takeOut", placeName(board, battle.target)),
            onclick: () => context.setPlan(context.plan.filter((other) => other !== battle)),
          },
          "✕",
        )
      : undefined,
    gone.length
      ? el("p", { class: "alert" }, say("goneUnits", gone.map((id) => name(id, context)).join(", ")))
      : undefined,
    told?.error ? el("p", { class: "alert" }, told.error) : undefined,
    hungry.length
      ? el("p", { class: "weak" }, say("unsuppliedHere", hungry.map((id) => name(id, context)).join(", ")))
      : undefined,
  );
}

function keeping(context) {
  const field = el("input", { "aria-label": say("planName"), placeholder: say("planName"), maxlength: 60 });
  return el(
    "form",
    {
      class: "moving",
      onsubmit: (event) => {
        event.preventDefault();
        context.keepPlan(field.value);
      },
    },
    field,
    el("button", {}, say("keepPlan")),
  );
}

/** Plans of this game that were kept, beside the one at hand: what each promises, and battle by battle. */
function kept(context) {
  const { board, plan: now } = context,
    plans = context.plansKept();
  if (!plans.length) return [];
  const best = { kills: Math.max, losses: Math.min, taken: Math.max };
  const sums = [...(now.length ? [context.sumOf(now)] : []), ...plans.map(([, { sum }]) => sum)];
  const figures = (sum) =>
    Object.keys(best).map((word) =>
      el(
        "td",
        {
          class:
            sums.some((one) => one[word] !== sum[word]) && sum[word] === best[word](...sums.map((one) => one[word]))
              ? "best"
              : "",
        },
        figure(sum[word]),
      ),
    );
  const all = [...(now.length ? [[say("planNow"), { columns: context.columnsOf(now) }]] : []), ...plans];
  const targets = [...new Set(all.flatMap(([, { columns = {} }]) => Object.keys(columns)))].sort();
  return [
    el(
      "table",
      { class: "kept", id: "kept" },
      el(
        "tr",
        {},
        ...["plan1", "kills", "losses", "taken"].map((word) => el("th", { scope: "col" }, say(word))),
        el("td", {}),
      ),
      now.length
        ? el(
            "tr",
            {},
            el("td", {}, el("span", { class: "row news" }, say("planNow"))),
            ...figures(sums[0]),
            el("td", {}),
          )
        : undefined,
      ...plans.map(([called_, told]) =>
        el(
          "tr",
          {},
          el("td", {}, el("button", { class: "row news", onclick: () => context.openPlan(told) }, called_)),
          ...figures(told.sum),
          el(
            "td",
            {},
            el(
              "button",
              { class: "back", "aria-label": say("takeOut", called_), onclick: () => context.dropPlan(called_) },
              "✕",
            ),
          ),
        ),
      ),
    ),
    all.length > 1 && targets.length
      ? el(
          "details",
          { class: "further", "data-fold": "abreast" },
          el("summary", {}, say("abreast")),
          el(
            "div",
            { class: "wide" },
            el(
              "table",
              { class: "kept" },
              el("tr", {}, el("td", {}), ...all.map(([called_]) => el("th", { scope: "col" }, called_))),
              ...targets.map((target) =>
                el(
                  "tr",
                  {},
                  el("th", { scope: "row" }, placeName(board, target)),
                  ...all.map(([, { columns = {} }]) =>
                    el("td", {}, target in columns ? (columns[target] ? column(columns[target]) : "✕") : "–"),
                  ),
                ),
              ),
            ),
          ),
        )
      : undefined,
  ].filter(Boolean);
}

function asking(context) {
  const { board, scene, best } = context;
  const phasing = board.phases.find(({ id }) => id === scene.phase.id)?.side || board.sides[0].id;
  const side = choice(
    "planSide",
    board.sides.map(({ id }) => [id, called("side", id)]),
    best?.side ?? phasing,
  );
  const measure = choice(
    "planFor",
    MEASURES.map((id) => [id, say(`for-${id}`)]),
    best?.measure ?? MEASURES[0],
  );
  return el(
    "form",
    {
      class: "moving",
      onsubmit: (event) => {
        event.preventDefault();
        context.askBest(side.value, measure.value);
      },
    },
    side,
    measure,
    el("button", { id: "best" }, say("bestPlan")),
  );
}

function choice(word, options, value) {
  const field = el(
    "select",
    { "aria-label": say(word) },
    ...options.map(([id, words]) => el("option", { value: id }, words)),
  );
  field.value = value;
  return field;
}

/** The best plan as it was found, to be tried: its units moved and its battles taken over. */
function found(context) {
  const { best, board } = context;
  if (!best.battles.length) return [quiet(say("noBattleWorth"))];
  const rows = best.battles.map(({ odds, moves, outlook }) =>
    el(
      "div",
      { class: "planned" },
      el(
        "button",
        { class: "row attack", onclick: () => context.pickStack(odds.target) },
        el("strong", { class: "grow" }, placeName(board, odds.target)),
        el("span", { class: "rule" }, column(odds.column)),
        el(
          "span",
          { class: "names quiet" },
          odds.attackers
            .map((id) => {
              const move = moves.find(({ unit }) => unit === id);
              return name(id, context) + (move ? ` (→ ${move.path.at(-1)})` : "");
            })
            .join(", "),
        ),
        el("span", { class: "names quiet" }, `→ ${odds.defenders.map((id) => name(id, context)).join(", ")}`),
        strip(odds.chances, board),
        el(
          "span",
          { class: "names" },
          say("promise", figure(outlook.kills), figure(outlook.losses), percent(outlook.taken)),
        ),
      ),
    ),
  );
  return [
    el("h4", {}, say("bestFound")),
    list(rows),
    el("p", { class: "sum" }, sumWords(best.total)),
    best.gap ? el("p", { class: "weak" }, say("gap", percent(best.gap))) : undefined,
    ...best.notes.map((note) => quiet(note)),
    el("button", { id: "take-best", onclick: () => context.takeBest(best) }, say("takeBest")),
  ].filter(Boolean);
}

/** For a wished column, who suffices against each target. */
export function cheapestOf(context) {
  const { board, cheapest, byId } = context;
  if (!board.columns.length) return [];
  const pick = el(
    "select",
    { id: "wished", "aria-label": say("wished") },
    ...board.columns.map((id) => el("option", { value: id }, column(id))),
  );
  pick.value = cheapest?.wished ?? board.columns[Math.floor(board.columns.length / 2)];
  const parts = [
    heading("cheapest"),
    el(
      "form",
      {
        class: "moving",
        onsubmit: (event) => {
          event.preventDefault();
          context.askCheapest(pick.value);
        },
      },
      pick,
      el("button", { id: "cheapest" }, say("findForce")),
    ),
  ];
  if (cheapest?.busy) parts.push(quiet(say("working")));
  if (cheapest?.error) parts.push(el("p", { class: "alert" }, cheapest.error));
  const enough = (cheapest?.found ?? []).filter(({ reached }) => reached),
    short = (cheapest?.found ?? []).filter(({ reached }) => !reached);
  if (enough.length)
    parts.push(
      list(
        enough
          .sort((one, other) => one.force - other.force)
          .map((found) =>
            el(
              "button",
              {
                class: "row attack",
                onclick: () => context.pickPlanned({ target: found.target, from: found.attackers, options: [] }),
              },
              el("strong", { class: "grow" }, placeName(board, found.target)),
              el("span", { class: "rule" }, `${found.exact ? "" : "≈ "}${found.force} · ${column(found.column)}`),
              el(
                "span",
                { class: "names quiet" },
                found.attackers.map((id) => nameOf(byId.get(id) ?? { name: id })).join(", "),
              ),
              strip(found.chances, board),
            ),
          ),
      ),
    );
  if (cheapest && !cheapest.busy && short.length)
    parts.push(quiet(say("notReached", short.map(({ target }) => placeName(board, target)).join(", "))));
  return parts;
}

/** Threat and reach of either side, as a layer of the map. */
export function reachOf(context) {
  const { board, threat } = context;
  const parts = [
    heading("threat"),
    quiet(say("threatHow")),
    el(
      "div",
      { class: "buttons" },
      ...board.sides.map(({ id }) =>
        el(
          "button",
          { "aria-pressed": String(threat?.side === id), "data-threat": id, onclick: () => context.askThreat(id) },
          say("threatOf", called("side", id)),
        ),
      ),
      el(
        "button",
        {
          "aria-pressed": String(threat?.side === context.RATIO),
          "data-threat": "ratio",
          onclick: () => context.askRatio(),
        },
        say("ratio"),
      ),
    ),
  ];
  if (threat?.side === context.RATIO && !threat.busy) parts.push(ratioLegend(threat.sides, context));
  if (threat?.busy) parts.push(quiet(say("working")));
  if (threat?.error) parts.push(el("p", { class: "alert" }, threat.error));
  if (threat?.left) parts.push(quiet(say("threatLeft", threat.left)));
  const worst = Object.entries(threat?.threatened ?? {})
    .sort(([, one], [, other]) => other.force - one.force)
    .slice(0, 8);
  if (worst.length)
    parts.push(
      list(
        worst.map(([hex, { units, force }]) =>
          el(
            "button",
            { class: "row", onclick: () => context.pickStack(hex) },
            el("strong", {}, placeName(board, hex)),
            el("span", { class: "grow quiet" }, say("threatenedBy", units.length, force)),
          ),
        ),
      ),
    );
  return parts;
}

/** What the colours of the ratio mean. */
function ratioLegend([one, other], { RATIO_TINTS }) {
  const words = [`${called("side", one)} ≥ 3:1`, "> 1:1", "1:1", "> 1:1", `${called("side", other)} ≥ 3:1`];
  return el(
    "p",
    { class: "legends" },
    ...RATIO_TINTS.map((tint, index) =>
      el("span", { class: "legend" }, el("span", { class: "swatch", style: { background: tint } }), ` ${words[index]}`),
    ),
  );
}
