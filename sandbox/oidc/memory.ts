// Keeps what the stand-in has issued, and forgets it on command.
import type { Adapter, AdapterPayload } from 'oidc-provider'

export interface Memory {
  adapter(model: string): Adapter
  /** Every access token ends at once. */
  expireAccessTokens(): void
  /** All that a person was granted, as when they remove an app in the settings of their account. */
  forget(subject: string): void
}

export function openMemory(): Memory {
  const kept = new Map<string, AdapterPayload>()
  const drop = (isGone: (key: string, payload: AdapterPayload) => boolean) => {
    for (const [key, payload] of kept) if (isGone(key, payload)) kept.delete(key)
  }
  return {
    adapter: model => adapterOf(model, kept, drop),
    expireAccessTokens: () => drop(key => key.startsWith('AccessToken:')),
    forget: subject => drop((key, payload) => /^(AccessToken|RefreshToken|Grant):/.test(key) && payload.accountId === subject),
  }
}

type Drop = (isGone: (key: string, payload: AdapterPayload) => boolean) => void

function adapterOf(model: string, kept: Map<string, AdapterPayload>, drop: Drop): Adapter {
  const find = (is: (payload: AdapterPayload) => boolean) =>
    [...kept].find(([key, payload]) => key.startsWith(`${model}:`) && is(payload))?.[1]
  return {
    upsert: async (id, payload) => void kept.set(`${model}:${id}`, payload),
    find: async id => kept.get(`${model}:${id}`),
    findByUid: async uid => find(payload => payload.uid === uid),
    findByUserCode: async userCode => find(payload => payload.userCode === userCode),
    consume: async id => {
      const payload = kept.get(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async id => void kept.delete(`${model}:${id}`),
    revokeByGrantId: async grantId => drop((_, payload) => payload.grantId === grantId),
  }
}
