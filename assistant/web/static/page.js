"use strict";
// Exchanges what has changed on the page, lets the clock run, and sends forms without leaving. The page works without it.

(() => {
  const MOST_CAPTIONS = 50;
  const served = new WeakMap();
  const fault = document.getElementById("fault");

  const items = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return [...template.content.children];
  };
  const remember = (node) => served.set(node, node.outerHTML);
  document.querySelectorAll("[data-key]").forEach(remember);

  // What has been filled in, and where one is, outlives the exchange of a form.
  const carryOver = (from, to) => {
    for (const field of from.querySelectorAll("input:not([type=hidden]), select")) {
      const other = to.querySelector(`[name="${CSS.escape(field.name)}"]`);
      if (other && (other.tagName === "INPUT" || [...other.options].some((each) => each.value === field.value))) {
        other.value = field.value;
      }
    }
    return from.contains(document.activeElement) ? document.activeElement : null;
  };
  const focusLike = (node, old) => {
    const wanted = old.name ? node.querySelector(`[name="${CSS.escape(old.name)}"]`) : null;
    (wanted || node.querySelector(old.tagName.toLowerCase()) || node).focus();
  };

  const show = (region, html) => {
    const before = new Map([...region.children].map((node) => [node.dataset.key, node]));
    const refocus = [];
    let place = region.firstElementChild;
    for (const fresh of items(html)) {
      remember(fresh);
      const old = before.get(fresh.dataset.key);
      before.delete(fresh.dataset.key);
      let node = fresh;
      if (old && served.get(old) === served.get(fresh)) node = old;
      else if (old) {
        const active = carryOver(old, fresh);
        if (active) refocus.push([fresh, active]);
        if (place === old) place = old.nextElementSibling;
        old.replaceWith(fresh);
      }
      if (place === node) place = node.nextElementSibling;
      else region.insertBefore(node, place);
    }
    before.forEach((node) => node.remove());
    refocus.forEach(([node, old]) => focusLike(node, old));
  };

  const caption = (html) => {
    const log = document.getElementById("captions");
    const known = new Set([...log.children].map((node) => node.dataset.key));
    log.append(...items(html).filter((node) => !known.has(node.dataset.key)));
    while (log.children.length > MOST_CAPTIONS) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  };

  // The clock goes on by itself between two pieces of news.
  let since = performance.now();
  const face = (seconds) => {
    const whole = Math.floor(seconds);
    const two = (number) => String(number).padStart(2, "0");
    return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  };
  setInterval(() => {
    const time = document.querySelector("#clock time");
    if (time && time.dataset.state === "runs") {
      const text = face(Number(time.dataset.seconds) + (performance.now() - since) / 1000);
      if (time.textContent !== text) time.textContent = text;
    }
  }, 250);

  const stream = new EventSource("/events");
  stream.addEventListener("region", (event) => {
    const { id, html } = JSON.parse(event.data);
    if (id === "clock") since = performance.now();
    show(document.getElementById(id), html);
  });
  stream.addEventListener("captions", (event) => caption(JSON.parse(event.data)));
  stream.addEventListener("restart", () => location.reload());
  caption("");

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.classList.contains("act")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/plain" } });
      fault.textContent = answer.ok ? "" : await answer.text();
      if (answer.ok) for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = field.defaultValue;
    } catch {
      fault.textContent = fault.dataset.lost;
    }
  });
})();
