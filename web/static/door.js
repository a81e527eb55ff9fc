// The door: the key behind the # proves itself without travelling. It is taken out of the address at once.
"use strict";
(() => {
  const said = document.getElementById("said");
  const ask = (path, sent) => fetch(path, sent && {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(sent),
  }).then((answer) => answer.json());

  function knock() {
    const key = /^#([A-Z2-7]{15})$/.exec(location.hash.toUpperCase());
    if (!key) return;
    history.replaceState(null, "", location.pathname);
    said.textContent = said.dataset.knocking;
    ask("/join/nonce")
      .then(({ nonce }) => ask("/join/proof", { nonce, proof: nobleHashes.hmacSha256Hex(key[1], nonce) }))
      .then((answer) => {
        if (answer.go) location.replace(answer.go);
        else said.textContent = answer.words;
      })
      .catch(() => { said.textContent = said.dataset.closed; });
  }

  addEventListener("hashchange", knock);
  knock();
})();
