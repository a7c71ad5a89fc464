// This browser's push support, permission and subscription.
import { PushDraft } from '../../../../core/api/push.ts'
import { unsubscribePush } from '../../../auth/unsubscribe-push.ts'

/** `denied`: the person has refused, and only the browser's own settings change that. */
export type Ability = 'able' | 'unable' | 'denied'

export interface BrowserPush {
  ability(): Ability
  /** SHA-256 of the endpoint in hex; null where this browser is not signed on. */
  current(): Promise<string | null>
  /** Asks the person, so only on their own action; null when they say no. */
  signOn(publicKey: string): Promise<PushDraft | null>
  signOff(): Promise<void>
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const browserPush: BrowserPush = {
  ability: () => (!isSupported() ? 'unable' : Notification.permission === 'denied' ? 'denied' : 'able'),

  async current() {
    if (!isSupported()) return null
    const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
    return subscription ? hashOf(subscription.endpoint) : null
  },

  async signOn(publicKey) {
    if ((await Notification.requestPermission()) !== 'granted') return null
    await navigator.serviceWorker.register('/sw.js')
    const { pushManager } = await navigator.serviceWorker.ready
    // One that was made with other keys cannot be used any more.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    return PushDraft.parse(subscription.toJSON())
  },

  signOff: unsubscribePush,
}

async function hashOf(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
