// Lets a request that needs a fresh proof of identity ask for it on screen, and go on once the person has given it.
import type { ReactNode } from 'react'

/** What servers answer, over all wires. */
export const proofNeeded = 'reauthentication_needed'

let show: ((isOpen: boolean) => void) | undefined
let view: ReactNode
let asking: PromiseWithResolvers<boolean> | undefined

/** Called where all screens are listed, so that the question's code is named there and loaded only when it is needed. */
export function showProofIn(question: ReactNode): void {
  view = question
}

export const proofView = (): ReactNode => view

/** `handler` shows or hides the question. */
export function onProofNeeded(handler: (isOpen: boolean) => void): void {
  show = handler
}

/** True once the person has proven who they are; requests that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  if (asking) return asking.promise
  asking = Promise.withResolvers()
  const { promise } = asking
  if (show) show(true)
  else answerProof(false)
  return promise
}

export function answerProof(isProven: boolean): void {
  asking?.resolve(isProven)
  asking = undefined
  show?.(false)
}

export const isAskingForProof = (): boolean => asking !== undefined
