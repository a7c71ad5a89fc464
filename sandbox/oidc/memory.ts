// Stores the tokens and grants that the stand-in has issued, and revokes them on request.
import type { Adapter, AdapterPayload } from 'oidc-provider'

export interface Memory {
  adapter(model: string): Adapter
  /** Expires all access tokens at once. */
  expireAccessTokens(): void
  /** Removes all grants of a user, as when they remove the app in their account settings. */
  forget(subject: string): void
}

export function openMemory(): Memory {
  const stored = new Map<string, AdapterPayload>()
  const removeWhere = (shouldRemove: (key: string, payload: AdapterPayload) => boolean) => {
    for (const [key, payload] of stored) if (shouldRemove(key, payload)) stored.delete(key)
  }
  return {
    adapter: model => makeAdapter(model, stored, removeWhere),
    expireAccessTokens: () => removeWhere(key => key.startsWith('AccessToken:')),
    forget: subject => removeWhere((key, payload) => /^(AccessToken|RefreshToken|Grant):/.test(key) && payload.accountId === subject),
  }
}

type RemoveWhere = (shouldRemove: (key: string, payload: AdapterPayload) => boolean) => void

function makeAdapter(model: string, stored: Map<string, AdapterPayload>, removeWhere: RemoveWhere): Adapter {
  const find = (matches: (payload: AdapterPayload) => boolean) =>
    [...stored].find(([key, payload]) => key.startsWith(`${model}:`) && matches(payload))?.[1]
  return {
    upsert: async (id, payload) => void stored.set(`${model}:${id}`, payload),
    find: async id => stored.get(`${model}:${id}`),
    findByUid: async uid => find(payload => payload.uid === uid),
    findByUserCode: async userCode => find(payload => payload.userCode === userCode),
    consume: async id => {
      const payload = stored.get(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async id => void stored.delete(`${model}:${id}`),
    revokeByGrantId: async grantId => removeWhere((_, payload) => payload.grantId === grantId),
  }
}
