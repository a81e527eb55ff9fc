// Names of people who were here before: one touch fills the name in.
"use strict";
document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-name]");
  if (chip) document.getElementById("name").value = chip.dataset.name;
});
// What was typed goes along whichever seat is picked: where that one cannot be had, it stands there again.
document.addEventListener("submit", () => {
  const [typed, field] = ["typed", "name"].map((id) => document.getElementById(id));
  if (typed && field) typed.value = field.value;
});
function knock() {
  if (/^#[A-Za-z2-7]{15}$/.test(location.hash)) location.replace("/join" + location.hash);
}
addEventListener("hashchange", knock);
knock();
