// Finds the folder that a filter names among the user's own, and creates it if it is missing.
import { folderNames, type MailboxActionReason } from '../../../core/mailbox/actions.ts'
import type { FolderWriter, WritableFolder } from './writer.ts'

export type FolderFound = { path: string } | { reason: MailboxActionReason }

/** `Bills/2026` is the folder 2026 in Bills, whatever the server's delimiter; existing folders match in any case. */
export async function findFolder(writer: FolderWriter, wanted: string): Promise<FolderFound> {
  const { prefix, delimiter } = writer.personal
  const names = folderNames(wanted, delimiter)
  if (!names) return { reason: 'folder_name' }
  const path = names.join(delimiter)
  const folders = await writer.folders()
  const found = byPath(folders, prefix + path) ?? byPath(folders, path)
  if (found) return found.canHold ? { path: found.path } : { reason: 'folder_refused' }
  if (writer.foreign.some(other => other !== '' && path.startsWith(other))) return { reason: 'folder_refused' }
  return (await writer.makeFolder(prefix + path)) ? { path: prefix + path } : { reason: 'folder_refused' }
}

const byPath = (folders: WritableFolder[], path: string): WritableFolder | undefined =>
  folders.find(folder => folder.path === path) ?? folders.find(folder => folder.path.toLowerCase() === path.toLowerCase())
