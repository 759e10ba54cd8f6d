/** pdf.js wants these two names when it is loaded on Node. It uses them to draw pages, which the service never does. */
module.exports = { DOMMatrix: class DOMMatrix {}, Path2D: class Path2D {} };
