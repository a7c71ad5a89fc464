// Lets a request that needs a fresh proof of identity ask for it on screen, and go on once the person has given it.

import type { ComponentType } from 'react'

type AskForProof = () => Promise<boolean>

type ProofDialog = ComponentType<{ onDone(): void; onClose(): void }>

/** What servers answer, over all wires. */
export const proofNeeded = 'reauthentication_needed'

let ask: AskForProof | null = null
let asking: Promise<boolean> | null = null

/** `handler` shows the question; returns how to take it away again. */
export function onProofNeeded(handler: AskForProof): () => void {
  ask = handler
  return () => {
    if (ask === handler) ask = null
  }
}

/** True once the person has proven who they are; requests that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}

export const isAskingForProof = (): boolean => asking !== null

let dialog: ProofDialog | null = null

/** Called where all screens are listed, so that the dialog's code is named there and loaded only when it is needed. */
export function showProofIn(view: ProofDialog): void {
  dialog = view
}

export const proofDialog = (): ProofDialog | null => dialog
