// This browser's push support, permission and subscription.
import { PushDraft } from '../../../../core/api/push.ts'
import { unsubscribePush } from '../../../auth/unsubscribe-push.ts'

/** `denied`: the person has refused, and only the browser's own settings change that. */
export type PushSupport = 'supported' | 'unsupported' | 'denied'

export interface BrowserPush {
  support(): PushSupport
  /** SHA-256 of the endpoint in hex; null if this browser has no subscription. */
  currentHash(): Promise<string | null>
  /** Asks the person for permission, so call it only on their own action; null if they decline. */
  subscribe(publicKey: string): Promise<PushDraft | null>
  unsubscribe(): Promise<void>
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const browserPush: BrowserPush = {
  support: () => (!isSupported() ? 'unsupported' : Notification.permission === 'denied' ? 'denied' : 'supported'),

  async currentHash() {
    if (!isSupported()) return null
    const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
    return subscription ? hashEndpoint(subscription.endpoint) : null
  },

  async subscribe(publicKey) {
    if ((await Notification.requestPermission()) !== 'granted') return null
    await navigator.serviceWorker.register('/sw.js')
    const { pushManager } = await navigator.serviceWorker.ready
    // A subscription made with other keys no longer works.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    return PushDraft.parse(subscription.toJSON())
  },

  unsubscribe: unsubscribePush,
}

async function hashEndpoint(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
