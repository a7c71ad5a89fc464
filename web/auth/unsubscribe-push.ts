// Ends push notifications in this browser at sign-out, so that the next person using it sees none.

/** Works even if the server cannot be reached, since its push messages then have no recipient. */
export async function unsubscribePush(): Promise<void> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
