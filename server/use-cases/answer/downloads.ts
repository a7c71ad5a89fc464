// Downloads the files that people send from their phones, a few at a time.
import type { InboundFile } from '../../whatsapp/webhook.ts'
import { type BackgroundTasks, openBackgroundTasks } from './background-tasks.ts'

export interface FileToSend {
  name: string
  type: string
  bytes: Buffer
}

export type DownloadedFile = FileToSend | 'too_large' | 'unfetched'

export const openDownloads = (
  fetch: (file: InboundFile) => Promise<DownloadedFile>,
  onFinished: () => void,
): BackgroundTasks<InboundFile, DownloadedFile> => openBackgroundTasks(fetch, 'unfetched', onFinished)

export type Downloads = BackgroundTasks<InboundFile, DownloadedFile>
