// Makes a write with an Idempotency-Key happen once, however often it is sent.
import type { FastifyRequest } from 'fastify'
import { finishWrite, forgetWrite, startWrite } from '../db/idempotency.ts'
import type { Db } from '../db/pool.ts'
import { spokenWords } from '../words.ts'
import { HttpError } from './errors.ts'

export interface IdempotencyDeps {
  db: Db
  now(): Date
  /** Keyed, as a body may hold a password; the same on every host. */
  fingerprint(text: string): Buffer
}

/** Runs `write`, or gives the answer that the same key got before. */
export async function once<T>(parts: IdempotencyDeps, userId: string, request: FastifyRequest, write: () => Promise<T>): Promise<T> {
  const { db } = parts
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return write()
  if (key.length < 1 || key.length > 200)
    throw new HttpError(400, 'invalid_idempotency_key', 'Send an Idempotency-Key of 1 to 200 letters.')
  const asked = parts.fingerprint(JSON.stringify([request.method, request.url, request.body ?? null]))
  const started = await startWrite(db, userId, key, asked, parts.now())
  if (started.kind === 'other')
    throw new HttpError(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request. Send a new key.')
  if (started.kind === 'running') throw new HttpError(409, 'still_running', spokenWords().of('http')('stillRunning'))
  // What is repeated was checked against the same shape when it was first sent.
  if (started.kind === 'done') return JSON.parse(started.body) as T
  try {
    const answer = await write()
    await finishWrite(db, userId, key, JSON.stringify(answer))
    return answer
  } catch (error) {
    await forgetWrite(db, userId, key)
    throw error
  }
}
