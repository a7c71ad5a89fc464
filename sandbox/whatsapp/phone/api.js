// The page's calls: relative addresses, so that any prefix works.

export async function read(path) {
  const answer = await fetch(`./api/${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

/** Gives null when it worked, else what to tell the person. */
export async function act(path, body) {
  const options =
    body === undefined
      ? { method: 'POST' }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`./api/${path}`, options).catch(() => null)
  if (answer?.ok) return null
  const told = await answer?.json().catch(() => null)
  return told?.message ?? 'The sandbox does not answer. Try again.'
}

/** Calls `changed` whenever something happened, and once when the line was down and is back. */
export function listen(changed) {
  const source = new EventSource('./api/events')
  source.addEventListener('change', changed)
  source.addEventListener('open', changed)
}
