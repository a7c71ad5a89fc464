// The interface of a folder that is open for writing.

export interface Folder {
  path: string
  /** False for one that only holds other folders. */
  canHold: boolean
}

/** Each answer is what the server said; a connection that ends throws. */
export interface FolderWriter {
  readonly path: string
  readonly uidValidity: number
  /** The server lets us change nothing here. */
  readonly isReadOnly: boolean
  /** A move either happens as a whole or can be told from other mail that is marked as deleted. */
  readonly canMove: boolean
  readonly personal: { prefix: string; delimiter: string }
  /** The beginnings of the folders of others. */
  readonly foreign: string[]
  has(uid: number): Promise<boolean>
  /** The UIDs here of mails of this Message-ID. */
  find(messageId: string): Promise<number[]>
  addFlag(uid: number, flag: '\\Seen' | '\\Flagged' | '\\Answered'): Promise<boolean>
  folders(): Promise<Folder[]>
  makeFolder(path: string): Promise<boolean>
  move(uid: number, path: string): Promise<boolean>
  /** Whether a folder holds a mail of this Message-ID; opens another folder, so it comes last. */
  holds(path: string, messageId: string): Promise<boolean>
}
