// Asks once, with the number, before a filter that forwards many mails a day is saved.
import { Confirm } from '../../ui/Dialog.tsx'
import { useWords } from '../../words.tsx'
import type { useEditor } from './useEditor.ts'

export function ManyADay({ editor }: { editor: ReturnType<typeof useEditor> }) {
  const t = useWords('editor')
  return (
    <Confirm
      open={editor.many !== null}
      onClose={editor.unsure}
      title={t('many.title', { n: editor.many ?? 0 })}
      deed={t('many.deed')}
      stay={t('many.stay')}
      busy={editor.isBusy}
      danger={false}
      onDeed={editor.sure}
    >
      <p>{t('many.text')}</p>
    </Confirm>
  )
}
