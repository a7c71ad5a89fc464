// The composer: a draft that a wa.me link brought waits here until the person sends it.

const draft = document.getElementById('draft')
const hint = document.getElementById('hint')
const tallestPx = 132

/** Takes what the address brought; gives whom it is for and the phone that is to send it. */
export function takeDraft(chosen) {
  const query = new URLSearchParams(location.search)
  if (!query.has('text') && !query.has('number')) return { chosen, draftFor: null }
  const sender = query.get('phone') ?? chosen
  history.replaceState(null, '', `${location.pathname}${sender ? `#${sender}` : ''}`)
  draft.value = query.get('text') ?? ''
  hint.textContent = 'This text came with a link. Nothing is sent until you press Send.'
  hint.hidden = false
  draft.focus()
  fitDraft()
  return { chosen: sender, draftFor: query.get('number') }
}

export function hideHint() {
  hint.hidden = true
}

export function fitDraft() {
  draft.style.height = 'auto'
  draft.style.height = `${Math.min(draft.scrollHeight, tallestPx)}px`
}
