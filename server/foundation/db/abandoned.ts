// Ends the statements of a request that nobody waits for: PostgreSQL would run them to their end, and keep a connection and a core busy.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { sleep } from '../clock.ts'

/** The request that a statement belongs to was abandoned, or took too long. */
export class StatementAbandoned extends Error {
  override name = 'StatementAbandoned'
}

interface Request {
  abandoned: AbortSignal
  isOver: boolean
}

const requests = new AsyncLocalStorage<Request | null>()

/** Ends the statements that `work` runs once `abandoned` aborts. For work that only reads: a write would be undone. */
export async function untilAbandoned<T>(abandoned: AbortSignal, work: () => Promise<T>): Promise<T> {
  const request = { abandoned, isOver: false }
  try {
    return await requests.run(request, work)
  } finally {
    // What it began and nobody awaited, such as a timer, goes on undisturbed.
    request.isOver = true
  }
}

/** For work that a request begins and others share: it goes on when that request is abandoned. */
export const forEverybody = <T>(work: () => T): T => requests.run(null, work)

/** Runs a statement on this client, and ends both when its request is abandoned: the connection never serves another one. */
export function endIfAbandoned(client: pg.Client, run: () => unknown): unknown {
  const request = requests.getStore()
  if (!request || request.isOver) return run()
  const { abandoned } = request
  if (abandoned.aborted) return Promise.reject(new StatementAbandoned('The request was abandoned before its statement began.'))
  const result = run()
  if (!(result instanceof Promise)) return result
  const end = () => {
    void cancelStatement(client)
    // Fails the statement at once, and the pool drops the client.
    client.end().catch(() => undefined)
    client.connection.stream.destroy()
  }
  abandoned.addEventListener('abort', end, { once: true })
  return result
    .catch((error: unknown) => {
      throw abandoned.aborted ? new StatementAbandoned('The statement of an abandoned request was ended.', { cause: error }) : error
    })
    .finally(() => abandoned.removeEventListener('abort', end))
}

/** A cancel request that arrives before its statement has begun does nothing. Repeated ones find nobody: the connection is closed. */
const cancelDelaysMs = [0, 100, 400, 1_500, 4_000]

async function cancelStatement(client: pg.Client): Promise<void> {
  const key = { host: client.host, port: client.port, ids: [Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey')] }
  for (const delayMs of cancelDelaysMs) {
    await sleep(delayMs)
    sendCancel(key)
  }
}

/** It needs a connection of its own (PostgreSQL, Message Formats, CancelRequest); statement_timeout ends what it does not reach. */
function sendCancel({ host, port, ids }: { host: string; port: number; ids: unknown[] }): void {
  const connection = new pg.Connection()
  const cancel: unknown = Reflect.get(connection, 'cancel')
  const connect: unknown = Reflect.get(connection, 'connect')
  if (typeof cancel !== 'function' || typeof connect !== 'function' || ids.includes(null)) return
  connection.on('error', () => undefined)
  connection.on('connect', () => Reflect.apply(cancel, connection, ids))
  connection.on('end', () => connection.stream.destroy())
  Reflect.apply(connect, connection, host.startsWith('/') ? [`${host}/.s.PGSQL.${port}`] : [port, host])
}
