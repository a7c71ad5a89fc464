// Lists, adds, changes and removes a user's rotas.
import { isDeepStrictEqual } from 'node:util'
import type * as api from '../../../core/api/rotas.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { listDestinations } from '../store.ts'
import { addRota, changeRota, deleteRota, listRotas, type Rota } from './store.ts'

export interface RotaDeps {
  db: Db
  clock: Clock
  words: Words
  /** The name of a filter that uses this rota; null if none does. */
  findFilterUsing(userId: string, rotaId: string): Promise<string | null>
}

const maxRotas = 20

export function rotaHandlers({ db, clock, words, findFilterUsing }: RotaDeps) {
  const t = words.of('delivery')
  const unknown = () => new HttpError(404, 'rota_unknown', t('refusedRota'))

  const list: UserHandler<typeof api.listRotasApi> = async ({ userId }) => ({ items: await listRotas(db, userId), next: null })

  const add: UserHandler<typeof api.addRotaApi> = async ({ userId, body }) => {
    if ((await listRotas(db, userId)).length >= maxRotas)
      throw new HttpError(422, 'too_many_rotas', t('refusedTooManyRotas', { most: maxRotas }))
    const rota: Rota = { ...body, id: newId(clock.now()) }
    await requirePhones(userId, rota)
    await addRota(db, userId, rota, clock.now())
    return rota
  }

  const change: UserHandler<typeof api.changeRotaApi> = async ({ userId, params, body }) => {
    const { was, ...draft } = body
    const rota: Rota = { ...draft, id: params.id }
    const current = (await listRotas(db, userId)).find(({ id }) => id === params.id)
    if (!current) throw unknown()
    const isExpected = was === undefined || isDeepStrictEqual({ ...was, id: params.id }, current)
    if (!isExpected && !isDeepStrictEqual(rota, current))
      throw new HttpError(409, 'changed_elsewhere', t('refusedRotaChanged'), { current })
    await requirePhones(userId, rota)
    if (!(await changeRota(db, userId, rota, clock.now()))) throw unknown()
    return rota
  }

  const remove: UserHandler<typeof api.removeRotaApi> = async ({ userId, params }) => {
    const filter = await findFilterUsing(userId, params.id)
    if (filter !== null) throw new HttpError(409, 'rota_used', t('refusedRotaUsed', { filter }))
    if (!(await deleteRota(db, userId, params.id))) throw unknown()
    return {}
  }

  async function requirePhones(userId: string, { shifts }: Rota): Promise<void> {
    const phones = new Set((await listDestinations(db, userId)).map(phone => phone.id))
    if (!shifts.every(shift => phones.has(shift.destinationId))) throw new HttpError(422, 'destination_unknown', t('refusedRotaPhone'))
  }

  return { list, add, change, remove }
}
