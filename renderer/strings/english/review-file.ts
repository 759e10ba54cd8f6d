/** What a review file says beside the comparison. */
export const reviewFile = {
  keptInFile: 'Save a copy to keep your choices or to hand them on.',
  reviewer: 'Your name',
  saveCopy: 'Save a copy',
  enterName: 'Enter your name',
  saved: 'Saved as {name}',
  savedNameless:
    'Saved as {name}. It has no name of yours: enter your name and save again, so that your colleagues know whose decisions these are.',
  openCopy: 'Add decisions…',
  openCopyLong: 'Add the decisions from another copy of this file',
  otherComparison:
    'That file is about another comparison, so its decisions do not fit here. Choose a copy of this file.',
  damagedFile:
    'This file is damaged: the document in it is not the one it was made with. Ask for it again, or open an earlier copy.',
  senderAsks: '{reviewer} sent you this file. Enter your name, so that your decisions and notes carry it.',
  namelessAsks: 'A colleague sent you this file. Enter your name, so that your decisions and notes carry it.',
  sentNameless: 'Sent without a name',
  sentBy: 'Sent by {reviewer}',
  sentSaved: '{sent}, saved {date}',
} as const;
