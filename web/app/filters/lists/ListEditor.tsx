// Edits a named list: its name, and one entry per line.
import { useRef, useState } from 'react'
import type { WordList } from '../../../../core/api/filters.ts'
import { ListName } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useSaveList } from './lists.ts'

interface EditorProps {
  list: WordList | null
  takenNames: string[]
  onClose(): void
}

export function ListEditor({ list, takenNames, onClose }: EditorProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const save = useSaveList()
  const [name, setName] = useState(list?.name ?? '')
  const [text, setText] = useState(() => list?.entries.join('\n') ?? '')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const parsed = parseEntries(text)
  const errors = useErrors(parsed, list === null ? name : null, takenNames)
  const saveList = () => {
    setTried(true)
    if (errors.name || errors.entries) return
    save.mutate(
      { name: name.trim(), entries: parsed.entries },
      {
        onSuccess: () => {
          toast.success(t('lists.saved'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={list?.name ?? t('lists.new')} {...(!list && { initialFocus: field })} wide>
      {save.error && (
        <Note kind="danger" alert>
          {explain(save.error)}
        </Note>
      )}
      {!list && (
        <Field label={t('lists.name')} error={hasTried ? errors.name : undefined}>
          <TextInput
            ref={field}
            value={name}
            maxLength={60}
            dir="auto"
            placeholder={t('lists.name.placeholder')}
            onChange={event => setName(event.target.value)}
          />
        </Field>
      )}
      <Field
        label={t('lists.entries')}
        help={parsed.duplicates > 0 ? t('lists.twice', { n: parsed.duplicates }) : t('lists.entries.help')}
        error={hasTried ? errors.entries : undefined}
        aside={<span className="text-ink-2 tabular-nums">{t('lists.count', { n: parsed.entries.length })}</span>}
      >
        <TextArea rows={10} dir="auto" spellCheck={false} value={text} onChange={event => setText(event.target.value)} />
      </Field>
      <DialogButtons>
        <Button busy={save.isPending} onClick={saveList}>
          {t('lists.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useErrors({ entries, tooLong }: ParsedEntries, name: string | null, takenNames: string[]) {
  const t = useWords('filterways')
  const isTaken = name !== null && takenNames.some(other => other.toLocaleLowerCase() === name.trim().toLocaleLowerCase())
  const nameError =
    name !== null && !ListName.safeParse(name).success ? t('lists.name.missing') : isTaken ? t('lists.name.taken') : undefined
  const entriesError =
    entries.length === 0
      ? t('lists.entries.missing')
      : entries.length > maxEntries
        ? t('lists.entries.many', { n: entries.length })
        : tooLong
          ? t('lists.entries.long', { entry: tooLong })
          : undefined
  return { name: nameError, entries: entriesError }
}

interface ParsedEntries {
  entries: string[]
  /** How many lines repeat an earlier one. */
  duplicates: number
  tooLong: string | null
}

const maxLength = 320
const maxEntries = 10_000

export function parseEntries(text: string): ParsedEntries {
  const lines = text
    .split(/[\n\r\t;]+/)
    .map(line => line.trim().replace(/,$/, '').trim())
    .filter(Boolean)
  const entries = [...new Map(lines.map(line => [line.toLocaleLowerCase(), line])).values()]
  return { entries, duplicates: lines.length - entries.length, tooLong: entries.find(entry => entry.length > maxLength) ?? null }
}
