// Who signs out is no longer told of anything in this browser: the next person at it must not read who was here.

/** Done also where the server cannot be reached: its push service then knows nobody. */
export async function signOffPush(): Promise<void> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
