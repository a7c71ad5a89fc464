// Chooses which folders are read, and from which date.
import { type FormEvent, useState } from 'react'
import type { Mailbox, ServerFolder, StartFrom } from '../../../../core/api/mail.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useChangeMailbox } from '../../queries/mailboxes.ts'
import { useServerFolders } from '../page/mailbox-details.ts'

interface FoldersStepProps {
  mailbox: Pick<Mailbox, 'id' | 'address'>
  /** A new account can also start with email that is already there. */
  isNew?: boolean
  onDone(): void
}

const startOptions: readonly StartFrom[] = ['now', 'day', 'week']

export function FoldersStep({ mailbox, isNew = false, onDone }: FoldersStepProps) {
  const t = useWords('mailbox')
  const explain = useExplain()
  const folders = useServerFolders(mailbox.id)
  const change = useChangeMailbox()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [start, setStart] = useState<StartFrom>('now')
  const watched = chosen ?? folders.data?.items.filter(folder => folder.isWatched).map(folder => folder.name) ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { ...(chosen && { folders: [...chosen] }), ...(isNew && start !== 'now' && { start }) }
    if (Object.keys(body).length === 0) return onDone()
    change.mutate(
      { id: mailbox.id, ...body },
      {
        onSuccess: () => {
          toast.success(t('read.saved', { address: mailbox.address }))
          onDone()
        },
      },
    )
  }
  const toggle = (name: string, isOn: boolean) => setChosen(isOn ? [...watched, name] : watched.filter(other => other !== name))
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      {isNew && (
        <div className="grid gap-2">
          <p className="font-strong">{t('read.start')}</p>
          <Segmented
            label={t('read.start')}
            parts={startOptions.map(value => ({ value, label: t(`read.start.${value}`) }))}
            value={start}
            onChange={setStart}
          />
          <p className="text-sm text-ink-2">{t(start === 'now' ? 'read.startNow' : 'read.startBefore')}</p>
        </div>
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-strong">{t('read.folders')}</legend>
        {folders.isPending && <SkeletonRows rows={3} />}
        {folders.error && (
          <Note kind="warn" alert>
            {explain(folders.error)}
          </Note>
        )}
        {folders.data && <FolderChoices folders={folders.data.items} watched={watched} onToggle={toggle} />}
      </fieldset>
      {(change.error || watched.length === 0) && folders.data && (
        <Note kind="danger" alert>
          {change.error ? explain(change.error) : t('read.none')}
        </Note>
      )}
      <DialogButtons>
        <Button type="submit" busy={change.isPending} disabled={folders.data !== undefined && watched.length === 0}>
          {t(isNew ? 'read.begin' : 'read.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface FolderChoicesProps {
  folders: readonly ServerFolder[]
  watched: readonly string[]
  onToggle(name: string, isOn: boolean): void
}

function FolderChoices({ folders, watched, onToggle }: FolderChoicesProps) {
  const t = useWords('mailbox')
  return (
    <div className="grid max-h-64 gap-0.5 overflow-y-auto">
      {folders.map(folder => (
        <Checkbox
          key={folder.name}
          checked={watched.includes(folder.name)}
          onChange={isOn => onToggle(folder.name, isOn)}
          label={
            <>
              <bdi>{folder.name}</bdi>
              {folder.role && folder.role !== 'inbox' && (
                <span className="ms-2 text-sm text-ink-3">{t('read.role', { role: folder.role })}</span>
              )}
            </>
          }
        />
      ))}
    </div>
  )
}
