// Runs a write with an Idempotency-Key once, however often the request is sent.
import type { FastifyRequest } from 'fastify'
import { finishWrite, releaseWrite, startWrite } from '../db/idempotency.ts'
import type { Db } from '../db/pool.ts'
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'

export interface IdempotencyDeps {
  db: Db
  now(): Date
  /** A keyed digest, because a body may hold a password; the same on every host. */
  fingerprint(text: string): Buffer
}

/** Runs `write`, or returns the stored response for the same key. */
export async function runOnce<T>(deps: IdempotencyDeps, userId: string, request: FastifyRequest, write: () => Promise<T>): Promise<T> {
  const { db } = deps
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return write()
  if (key.length < 1 || key.length > 200)
    throw new HttpError(400, 'invalid_idempotency_key', 'Send an Idempotency-Key of 1 to 200 characters.')
  const fingerprint = deps.fingerprint(JSON.stringify([request.method, request.url, request.body ?? null]))
  const started = await startWrite(db, userId, key, fingerprint, deps.now())
  if (started.kind === 'other')
    throw new HttpError(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request. Send a new key.')
  if (started.kind === 'running') throw new HttpError(409, 'still_running', requestWords().of('http')('stillRunning'))
  // The stored response was checked against the same shape when it was first sent.
  if (started.kind === 'done') return JSON.parse(started.body) as T
  try {
    const response = await write()
    await finishWrite(db, userId, key, JSON.stringify(response))
    return response
  } catch (error) {
    await releaseWrite(db, userId, key)
    throw error
  }
}
