// Asks for confirmation before unsaved changes are lost, even when the window is closed.
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../ui/overlays/Dialog.tsx'
import { useWords } from '../words/words.tsx'

interface AskBeforeLeavingProps {
  isDirty: boolean
  /** Names the changes that would be lost. */
  text: string
  /** Set once the changes are saved or deleted, so that nothing can be lost. */
  canLeave?: RefObject<boolean>
}

export function AskBeforeLeaving({ isDirty, text, canLeave }: AskBeforeLeavingProps) {
  const t = useWords('ui')
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && !canLeave?.current && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    if (!isDirty) return undefined
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!canLeave?.current) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty, canLeave])
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
      action={t('leave.deed')}
      cancelLabel={t('leave.stay')}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{text}</p>
    </Confirm>
  )
}
