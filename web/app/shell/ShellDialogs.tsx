// The dialogs of the signed-in area, loaded when first opened: palette, shortcuts, notifications, pause.
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { type Screen, screen } from '../../navigation/screen.tsx'
import { useLanguage } from '../../words/words.tsx'
import { useShortcuts } from './keys/useShortcuts.ts'
import { type ShellDialog, ShellDialogsContext } from './shell-dialogs.ts'

const dialogs: Record<ShellDialog, Screen> = {
  palette: screen(['palette', 'shell', 'pages'], async () => (await import('./palette/Palette.tsx')).Palette),
  sheet: screen(['shortcuts'], async () => (await import('./keys/ShortcutsDialog.tsx')).ShortcutsDialog),
  notifications: screen(['notifications'], async () => (await import('./notifications/Notifications.tsx')).Notifications),
  pause: screen(['pause'], async () => (await import('./pause/PauseDialog.tsx')).PauseDialog),
}

export function ShellDialogsProvider({ children }: { children: ReactNode }) {
  const [openDialog, setOpenDialog] = useState<ShellDialog | null>(null)
  const language = useLanguage()
  useShortcuts(setOpenDialog, openDialog !== null)
  const dialogState = useMemo(() => {
    const preload = (dialog: ShellDialog) => void dialogs[dialog].load(language).catch(() => {})
    return { current: openDialog, open: setOpenDialog, preload }
  }, [openDialog, language])
  return (
    <ShellDialogsContext value={dialogState}>
      {children}
      <MountedDialogs current={openDialog} />
    </ShellDialogsContext>
  )
}

/** Once opened, a dialog stays mounted, so that it can animate out and restore the focus. */
function MountedDialogs({ current: openDialog }: { current: ShellDialog | null }) {
  const [mounted, setMounted] = useState<readonly ShellDialog[]>([])
  if (openDialog && !mounted.includes(openDialog)) setMounted([...mounted, openDialog])
  return mounted.map(dialog => {
    const { View } = dialogs[dialog]
    return (
      <Suspense key={dialog} fallback={null}>
        <View />
      </Suspense>
    )
  })
}
