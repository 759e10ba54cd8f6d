/** What the cards of comments say. */
export const comments = {
  comment: 'Comment {number}',
  unknownAuthor: 'Unknown',
  resolved: 'Resolved',
  wasResolved: 'Resolved in the original',
  wasOpen: 'Not resolved in the original',
  close: 'Close the comment',
  'change.added': 'Added',
  'change.deleted': 'Deleted',
  'change.edited': 'Edited',
  commentBy: 'Comment by {author}',
  replyBy: 'Reply by {author}',
  isResolved: 'resolved',
} as const;
