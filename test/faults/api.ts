// Calls our API as a person, and the stand-in as a tester, over HTTP only.
/** How email arrives: in the inbox or another folder of the person's account, or at one of our addresses. */
export type Route = 'imap' | 'folder' | 'address'

export interface Person {
  name: string
  token: string
  phone: string
  addresses: { kind: Route; address: string }[]
}

export async function ask(
  base: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; timeoutMs?: number } = {},
): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
  })
  // The judge makes more requests than any person, so it can hit the rate limit.
  if (answer.status === 429) {
    await new Promise(done => setTimeout(done, 2000))
    return ask(base, method, path, options)
  }
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}

/** Retries until there is a response: the server may be dead at any moment. */
export async function askUntil(
  base: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
  tries = 200,
): Promise<unknown> {
  for (let i = 1; ; i++) {
    try {
      return await ask(base, method, path, options)
    } catch (error) {
      if (i >= tries) throw error
      await new Promise(done => setTimeout(done, 100))
    }
  }
}

/**
 * Signs a person up and returns the session. The first answer may come too late on a busy machine, or never from a server that is killed:
 * then the account may be there already, and signing in is enough.
 */
export async function signUp(base: string, account: { email: string; password: string }, tries = 200): Promise<unknown> {
  for (let i = 1; ; i++) {
    try {
      return await ask(base, 'POST', '/auth/v1/signup', { body: account })
    } catch (error) {
      const session = await ask(base, 'POST', '/auth/v1/token?grant_type=password', { body: account }).catch(() => null)
      if (session !== null) return session
      if (i >= tries) throw error
      await new Promise(done => setTimeout(done, 100))
    }
  }
}
