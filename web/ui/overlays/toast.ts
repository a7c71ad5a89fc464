// Raises a toast; the code that renders toasts is loaded with the first one.
type Kind = 'success' | 'error' | 'warning' | 'info'

export interface ToastOptions {
  description?: string
  /** 3000 by default. */
  durationMs?: number
  action?: { label: string; onClick(): void }
}

const listeners = new Set<() => void>()
let isNeeded = false

export const isToasterNeeded = (): boolean => isNeeded

export function onToasterNeeded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(kind: Kind, text: string, options: ToastOptions = {}): Promise<void> {
  isNeeded = true
  for (const listener of listeners) listener()
  const { toast } = await import('sonner')
  toast[kind](text, {
    duration: options.durationMs ?? 3000,
    ...(options.description && { description: options.description }),
    ...(options.action && { action: options.action }),
  })
}

export const toast = {
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
  warning: (text: string, options?: ToastOptions) => void show('warning', text, options),
  info: (text: string, options?: ToastOptions) => void show('info', text, options),
}
