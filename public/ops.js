// Keys for the operators' pages, and the passkey as second factor; everything works without them. The keys act only while the focus is in the content and not in a field,
// and they press nothing: a number puts the focus on its decision, and Enter, the browser's own, carries it out.
const main = document.getElementById('main')
const keys = document.getElementById('keys')
const cases = [...main.querySelectorAll('[data-case]')]
const next = main.querySelector('a[rel="next"]')
const fields = 'input, select, textarea, [contenteditable]'

/** The case of the list that has the focus, by its place; -1 for none. */
const place = () => {
  const { activeElement } = document
  return cases.findIndex((each) => each.contains(activeElement) || each.closest('tr')?.contains(activeElement))
}

function show(element) {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: element.matches('article') ? 'start' : 'nearest' })
}

/** A key must not leave a case in which something is written. */
const isWritten = () => [...main.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')

function step(by) {
  const at = place()
  const found = cases[at === -1 ? (by > 0 ? 0 : cases.length - 1) : at + by]
  if (found) show(found)
  else if (cases.length === 0 && by > 0 && !isWritten()) next?.click()
}

/** The decision with this number: of the case that has the focus, of the only case, or else of the first in the list. */
function choose(number) {
  const scope = cases.some((each) => each.matches('article')) ? cases[Math.max(place(), 0)] : main
  const choice = scope?.querySelector(`[data-key="${number}"]`)
  if (choice) show(choice)
}

function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
  if (!main.contains(event.target) || event.target.closest(fields)) return
  if (event.key === 'j' || event.key === 'J') step(1)
  else if (event.key === 'k' || event.key === 'K') step(-1)
  else if (/^[1-9]$/.test(event.key)) choose(event.key)
  else if (event.key === '?') keys?.togglePopover()
  else return
  event.preventDefault()
}

const choices = [...main.querySelectorAll('[data-key]')]
if (cases.length > 0 || choices.length > 0 || next) {
  document.documentElement.dataset.keys = ''
  for (const choice of choices) choice.setAttribute('aria-keyshortcuts', choice.dataset.key)
  document.addEventListener('keydown', press)
  // So that the keys work at once. A refused form has the focus in its field already.
  if (!document.querySelector('[autofocus]') && document.activeElement === document.body && location.hash === '')
    main.focus({ preventScroll: true })
}

/** A passkey's form appears where the browser can sign, and is sent with what the passkey has signed. */
const form = main.querySelector('form[data-challenge]')
if (form && globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sign(form)
  })
}

async function sign({ dataset, elements }) {
  const [button, said] = [form.querySelector('button'), form.querySelector('[role="status"]')]
  button.disabled = true
  said.textContent = ''
  try {
    const answer = await fetch(dataset.challenge, { method: 'POST', headers: { Accept: 'application/json' } })
    const { options } = await answer.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    elements.answer.value = JSON.stringify(await navigator.credentials.get({ publicKey }))
    form.submit()
  } catch {
    said.textContent = 'No passkey was used. Try again.'
    button.disabled = false
  }
}
