#include "language/python/number_array.h"

#include <cstring>

namespace solfec {

namespace {

template <typename Item>
double item_at(const char* place) {
  Item item{};
  std::memcpy(&item, place, sizeof item);
  return static_cast<double>(item);
}

using Reader = double (*)(const char*);

/// Reader of one item by its format code (module struct), null for other than native numbers.
Reader reader_of(const char* format) {
  if (format == nullptr) return nullptr;
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return nullptr;
  switch (format[0]) {
    case 'd':
      return item_at<double>;
    case 'f':
      return item_at<float>;
    case 'b':
      return item_at<signed char>;
    case 'B':
      return item_at<unsigned char>;
    case 'h':
      return item_at<short>;
    case 'H':
      return item_at<unsigned short>;
    case 'i':
      return item_at<int>;
    case 'I':
      return item_at<unsigned int>;
    case 'l':
      return item_at<long>;
    case 'L':
      return item_at<unsigned long>;
    case 'q':
      return item_at<long long>;
    case 'Q':
      return item_at<unsigned long long>;
    default:
      return nullptr;
  }
}

void read_level(const Py_buffer& view, int level, const char* place, Reader read,
                std::vector<double>& numbers) {
  for (Py_ssize_t i = 0; i < view.shape[level]; ++i) {
    const char* const item = place + i * view.strides[level];
    if (level + 1 == view.ndim) {
      numbers.push_back(read(item));
    } else {
      read_level(view, level + 1, item, read, numbers);
    }
  }
}

}  // namespace

bool read_number_array(py::handle object, std::vector<double>& numbers, std::size_t* columns) {
  if (PyObject_CheckBuffer(object.ptr()) == 0 || PyBytes_Check(object.ptr())) return false;
  Py_buffer view{};
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
    PyErr_Clear();
    return false;
  }
  const Reader read = reader_of(view.format);
  const bool readable = read != nullptr && view.ndim >= 1 && !PyByteArray_Check(object.ptr());
  if (readable) read_level(view, 0, static_cast<const char*>(view.buf), read, numbers);
  if (readable && columns != nullptr) {
    *columns = view.ndim == 1 ? 0 : static_cast<std::size_t>(view.shape[view.ndim - 1]);
  }
  PyBuffer_Release(&view);
  return readable;
}

}  // namespace solfec
