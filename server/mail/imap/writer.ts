// The interface of a folder that is open for writing.

export interface WritableFolder {
  path: string
  /** False for a folder that can only contain other folders. */
  canHold: boolean
}

/** Each method returns the server's reply and throws when the connection ends. */
export interface FolderWriter {
  readonly path: string
  readonly uidValidity: number
  /** The server permits no changes here. */
  readonly isReadOnly: boolean
  /** Whether a move is atomic, or at least never expunges other emails marked as deleted. */
  readonly canMove: boolean
  readonly personal: { prefix: string; delimiter: string }
  /** Prefixes of other users' folders. */
  readonly foreign: string[]
  has(uid: number): Promise<boolean>
  /** The UIDs of emails in this folder with this Message-ID. */
  find(messageId: string): Promise<number[]>
  addFlag(uid: number, flag: '\\Seen' | '\\Flagged' | '\\Answered'): Promise<boolean>
  folders(): Promise<WritableFolder[]>
  makeFolder(path: string): Promise<boolean>
  move(uid: number, path: string): Promise<boolean>
  /** Whether another folder has an email with this Message-ID; opens that folder, so call it last. */
  holds(path: string, messageId: string): Promise<boolean>
}
