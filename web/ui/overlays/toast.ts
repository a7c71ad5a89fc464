// Raises a toast; the code that renders toasts is loaded with the first one.
type Kind = 'success' | 'error' | 'warning' | 'info'

export interface ToastOptions {
  description?: string
  /** 3000 unless the action says otherwise. */
  durationMs?: number
  action?: { word: string; onPick(): void }
}

const waiting = new Set<() => void>()
let wanted = false

export const toastsWanted = (): boolean => wanted

export function onToastsWanted(wake: () => void): () => void {
  waiting.add(wake)
  return () => waiting.delete(wake)
}

async function raise(kind: Kind, text: string, options: ToastOptions = {}): Promise<void> {
  wanted = true
  for (const wake of waiting) wake()
  const { toast } = await import('sonner')
  toast[kind](text, {
    duration: options.durationMs ?? 3000,
    ...(options.description && { description: options.description }),
    ...(options.action && { action: { label: options.action.word, onClick: options.action.onPick } }),
  })
}

export const toast = {
  success: (text: string, options?: ToastOptions) => void raise('success', text, options),
  error: (text: string, options?: ToastOptions) => void raise('error', text, options),
  warning: (text: string, options?: ToastOptions) => void raise('warning', text, options),
  info: (text: string, options?: ToastOptions) => void raise('info', text, options),
}
