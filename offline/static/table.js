// Around simcord's preview: who you are and where you are, in the toolbar, and times that go on.
// Classic script: it runs before simcord's modules, which read the capability from the address when they load.
"use strict";

const capability = document.querySelector('meta[name="capability"]').content;
if (!location.hash.startsWith(`#${capability}`)) history.replaceState(null, "", `#${capability}`);

const address = (channel, viewer) => `#${capability}.${channel}.${viewer}`;

/** What of each channel this browser tab has seen: the id of its last message. */
const seen = {
  of: (viewer, channel) => BigInt(sessionStorage.getItem(`seen.${viewer}.${channel}`) || 0),
  note: (viewer, channel, last) => sessionStorage.setItem(`seen.${viewer}.${channel}`, last),
};

/** Put `wanted` into `box` only where it differs, so that nothing under a pointer is made anew. */
function renew(box, wanted) {
  const mark = JSON.stringify(wanted);
  if (box.dataset.mark === mark) return;
  box.dataset.mark = mark;
  box.replaceChildren(...wanted.map(({ tag, text, ...rest }) => {
    const made = Object.assign(document.createElement(tag), { textContent: text });
    for (const [name, value] of Object.entries(rest)) if (value !== null) made.setAttribute(name, value);
    return made;
  }));
}

function become(viewer) {
  const picker = document.getElementById("viewer-picker");
  picker.value = viewer;
  picker.dispatchEvent(new Event("change"));
}

/** The places and people this page can go to; null while it is not there yet. */
async function look() {
  const preview = window.simcordPreview;
  if (!preview?.contextId || !preview.authorized) return null;
  const headers = { "X-Simcord-Capability": capability, "X-Simcord-Context": preview.contextId };
  const answer = await fetch("/api/places", { headers, cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

function show({ here, viewer, places }) {
  const last = places.find((place) => place.id === here)?.last;
  if (last && !document.hidden) seen.note(viewer, here, last);
  if (location.hash !== address(here, viewer)) history.replaceState(null, "", address(here, viewer));
  const people = [...document.getElementById("viewer-picker").options];
  renew(document.getElementById("people"), people.map((person) => ({
    tag: "button", type: "button", text: person.textContent, "data-viewer": person.value,
    "aria-pressed": String(person.value === viewer),
  })));
  renew(document.getElementById("places"), places.map((place) => ({
    tag: "a", text: place.kind === "text" ? `#${place.name}` : place.name, href: address(place.id, viewer),
    "data-kind": place.kind, "aria-current": place.id === here ? "page" : null,
    "data-new": BigInt(place.last) > seen.of(viewer, place.id) ? "true" : null,
  })));
}

/** Times like "in 40 seconds" are written once by simcord; in Discord they go on. */
function renewTimes() {
  const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
  for (const time of document.querySelectorAll("time.discord-timestamp[datetime]")) {
    if (!/^in \d|ago$|^now$|^(tomorrow|yesterday|next|last)\b/.test(time.textContent)) continue;
    const seconds = (new Date(time.dateTime) - Date.now()) / 1000;
    const size = Math.abs(seconds);
    const [unit, each] = size < 60 ? ["second", 1] : size < 3600 ? ["minute", 60]
      : size < 86400 ? ["hour", 3600] : ["day", 86400];
    const text = words.format(Math.round(seconds / each), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}

/** A link to Discord, or the name of a channel or thread, leads to that place on this page. */
async function follow(event) {
  const link = event.target.closest('a[href^="https://discord.com/channels/"]');
  const name = event.target.closest("span.mention")?.textContent;
  if (!link && !name?.startsWith("#")) return;
  event.preventDefault();
  const found = await look();
  const channel = link?.href.split("/")[5];
  const there = found?.places.find((place) => (channel ? place.id === channel : `#${place.name}` === name));
  if (there) location.hash = address(there.id, found.viewer);
}

/** simcord gives a form that opens to its Close button, where the first space typed would throw it away; Discord gives
    it to the first field. */
function focusField(event) {
  const form = event.target.closest(".modal-dialog");
  if (!event.target.matches(".modal-close") || form.contains(event.relatedTarget)) return;
  form.querySelector(".modal-input")?.focus();
}

/** simcord keeps following the newest message only from the very last pixel; almost there counts too. */
function stayAtEnd() {
  const timeline = document.getElementById("channel-timeline");
  const gap = timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop;
  if (gap > 1 && gap < 48) timeline.scrollTop = timeline.scrollHeight;
}

document.addEventListener("DOMContentLoaded", () => {
  const bar = document.createElement("div");
  bar.id = "where";
  bar.innerHTML = '<span class="who">You are</span><span id="people" role="group" aria-label="You are"></span>'
    + '<nav id="places" aria-label="Channels"></nav>';
  document.querySelector(".preview-brand").after(bar);
  bar.addEventListener("click", (event) => {
    const viewer = event.target.dataset?.viewer;
    if (viewer) become(viewer);
  });
  document.addEventListener("click", follow);
  document.addEventListener("focusin", focusField);
  const brand = document.querySelector(".preview-brand");
  brand.innerHTML = '<img class="brand-mark" src="/icon.png" alt=""><span><strong>Kuku</strong><small>offline</small></span>';
  brand.title = "A simulated Discord server on this machine. Nothing here reaches Discord.";
  // What goes well shows in the channel; only what does not needs words.
  const status = document.getElementById("action-status");
  new MutationObserver(() => {
    status.toggleAttribute("data-problem", /not completed|uncertain|interrupted|unavailable|ended|awaiting/i.test(status.textContent));
  }).observe(status, { childList: true, characterData: true, subtree: true });

  let looking = false;
  setInterval(async () => {
    renewTimes();
    stayAtEnd();
    if (looking) return;
    looking = true;
    try {
      const found = await look();
      if (found) show(found);
    } catch { /* The page itself says when its server is gone. */ } finally {
      looking = false;
    }
  }, 500);
});
