// Asks a running server, and reads of an endless answer what comes at first.

export async function ask(
  url: string,
  token: string,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(url + path, {
    ...{ method, redirect: 'manual' },
    headers: {
      ...{ apikey: 'sb_publishable_sandbox', 'accept-encoding': 'identity' },
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await readStart(answer) }
}

const streamMs = 300

/** All of an answer; of a stream that goes on, what comes at first. */
async function readStart(answer: Response): Promise<string> {
  const isStream = /ndjson|event-stream/.test(answer.headers.get('content-type') ?? '')
  if (!isStream) return answer.text()
  const reader = answer.body?.getReader()
  const parts: Uint8Array[] = []
  const timer = setTimeout(() => void reader?.cancel(), streamMs)
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    parts.push(part.value)
  }
  clearTimeout(timer)
  return Buffer.concat(parts).toString()
}
